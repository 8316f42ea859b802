import ControlServer

/// The server's grants, which the configuration's of the same name are turned into.
typealias ServerGrant = AccessGrant
