@_exported import MockAPIClient
