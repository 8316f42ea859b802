// Who photographs a display reads the photograph.
@_exported public import Photographs
