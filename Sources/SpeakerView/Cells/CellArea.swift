/// A rectangle of cells.
public struct CellArea: Hashable, Sendable {
  /// Its first column, from 0.
  public var column: Int
  /// Its first row, from 0.
  public var row: Int
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes one; sizes below zero are zero.
  public init(column: Int, row: Int, width: Int, height: Int) {
    self.column = column
    self.row = row
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The same without so many columns and rows at each side.
  func inset(columns: Int, rows: Int) -> CellArea {
    CellArea(column: column + columns, row: row + rows, width: width - 2 * columns, height: height - 2 * rows)
  }
}
