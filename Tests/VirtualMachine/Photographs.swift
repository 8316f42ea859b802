// A program that photographs a monitor also reads the photograph.
@_exported public import Photographs
