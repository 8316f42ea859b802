// Who photographs a monitor reads the photograph.
@_exported public import Photographs
