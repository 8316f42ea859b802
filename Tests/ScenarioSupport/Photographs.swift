// A program that photographs a display also reads the photograph.
@_exported public import Photographs
