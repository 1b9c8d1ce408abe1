import Foundation

/// The models of Invernaderos' document (CONTRACT §2.2) as its clients declare them. In a namespace, since the documents
/// of other APIs use the same names.
package enum InvernaderosModels {
  package struct JwtResponse: Codable, Equatable {
    package let token: String
    package let type: String
    package let username: String
    package let roles: [String]
  }

  /// What upstream adds to the document's JwtResponse.
  package struct RefreshInfo: Codable, Equatable {
    package let token: String
    package let refreshToken: String
    package let expiresIn: Int
    package let refreshExpiresIn: Int
  }

  package struct RealDataDto: Codable, Equatable {
    package let timestamp: Date
    package let temperaturaInvernadero01: Double?
    package let humedadInvernadero01: Double?
    package let temperaturaInvernadero02: Double?
    package let humedadInvernadero02: Double?
    package let invernadero01Sector01: Double?
    package let invernadero01Extractor: Double?
    package let greenhouseId: String?
    package let tenantId: String?

    package enum CodingKeys: String, CodingKey {
      case timestamp, greenhouseId, tenantId
      case temperaturaInvernadero01 = "TEMPERATURA INVERNADERO 01"
      case humedadInvernadero01 = "HUMEDAD INVERNADERO 01"
      case temperaturaInvernadero02 = "TEMPERATURA INVERNADERO 02"
      case humedadInvernadero02 = "HUMEDAD INVERNADERO 02"
      case invernadero01Sector01 = "INVERNADERO_01_SECTOR_01"
      case invernadero01Extractor = "INVERNADERO_01_EXTRACTOR"
    }
  }

  package struct SensorReadingResponse: Codable, Equatable {
    package let time: Date
    package let sensorId: String
    package let greenhouseId: String
    package let sensorType: String
    package let value: Double
    package let unit: String?
  }

  /// RFC 7807 with the members that upstream adds (CONTRACT §2.5).
  package struct ProblemBody: Codable, Equatable {
    package let type: String
    package let title: String
    package let status: Int
    package let detail: String
    package let instance: String
    package let timestamp: Date
    package let errorCode: String
    package let errors: [String: String]?
    package let parameter: String?
    package let expectedType: String?
  }
}
