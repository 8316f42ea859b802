/// Files that are looked after; ends when it is let go.
public protocol MediaWatch: AnyObject {}
