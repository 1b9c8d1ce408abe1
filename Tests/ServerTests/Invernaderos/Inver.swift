import Foundation

/// The models of Invernaderos' document (CONTRACT §2.2) as its clients declare them. In a namespace, since the documents
/// of other APIs use the same names.
enum Inver {
  struct JwtResponse: Codable, Equatable {
    let token: String
    let type: String
    let username: String
    let roles: [String]
  }

  /// What upstream adds to the document's JwtResponse.
  struct RefreshInfo: Codable, Equatable {
    let token: String
    let refreshToken: String
    let expiresIn: Int
    let refreshExpiresIn: Int
  }

  struct RealDataDto: Codable, Equatable {
    let timestamp: Date
    let temperaturaInvernadero01: Double?
    let humedadInvernadero01: Double?
    let temperaturaInvernadero02: Double?
    let humedadInvernadero02: Double?
    let invernadero01Sector01: Double?
    let invernadero01Extractor: Double?
    let greenhouseId: String?
    let tenantId: String?

    enum CodingKeys: String, CodingKey {
      case timestamp, greenhouseId, tenantId
      case temperaturaInvernadero01 = "TEMPERATURA INVERNADERO 01"
      case humedadInvernadero01 = "HUMEDAD INVERNADERO 01"
      case temperaturaInvernadero02 = "TEMPERATURA INVERNADERO 02"
      case humedadInvernadero02 = "HUMEDAD INVERNADERO 02"
      case invernadero01Sector01 = "INVERNADERO_01_SECTOR_01"
      case invernadero01Extractor = "INVERNADERO_01_EXTRACTOR"
    }
  }

  struct SensorReadingResponse: Codable, Equatable {
    let time: Date
    let sensorId: String
    let greenhouseId: String
    let sensorType: String
    let value: Double
    let unit: String?
  }

  /// RFC 7807 with the members that upstream adds (CONTRACT §2.5).
  struct ProblemBody: Codable, Equatable {
    let type: String
    let title: String
    let status: Int
    let detail: String
    let instance: String
    let timestamp: Date
    let errorCode: String
    let errors: [String: String]?
    let parameter: String?
    let expectedType: String?
  }
}
