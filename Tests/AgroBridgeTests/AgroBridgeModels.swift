import Foundation

/// The models of AgroBridge's documented client (CONTRACT §3.2), as that client decodes them: what is not
/// optional here must be in every answer. In a namespace, since the documents of other APIs use the same
/// names.
enum AgroBridgeModels {
  struct LoginRequest: Codable, Equatable {
    let email: String
    let password: String
  }

  struct LoginResponse: Codable, Equatable {
    let token: String
    let refreshToken: String?
    let user: User
  }

  struct User: Codable, Equatable {
    let id: String
    let nombre: String
    let email: String
    let rol: String
  }

  struct RefreshResponse: Codable, Equatable {
    let token: String
    let expiresIn: Int
  }

  struct DashboardStats: Codable, Equatable {
    let totalProductores: Int
    let lotesActivos: Int
    let bloquesCertificados: Int
    let estadoConexion: String
  }

  /// A value outside this list makes shipped clients refuse the whole answer (CONTRACT §3.3).
  enum EstadoLote: String, Codable {
    case activo
    case inactivo
    case enPreparacion = "en_preparacion"
    case enCosecha = "en_cosecha"
  }

  struct Lote: Codable, Equatable {
    let id: String
    let nombre: String
    let ubicacion: String
    let tipoCultivo: String
    let areaHectareas: Double
    let estado: EstadoLote
    let notas: String?
    let productorId: String?
    let fechaCreacion: Date
    let fechaActualizacion: Date?
  }

  struct CreateLoteRequest: Codable, Equatable {
    let nombre: String
    let ubicacion: String
    let tipoCultivo: String
    let areaHectareas: Double
    let notas: String?
  }

  struct LotesResponse: Codable, Equatable {
    let lotes: [Lote]
    let total: Int
  }

  enum EstadoProductor: String, Codable {
    case activo
    case inactivo
    case suspendido
  }

  struct Productor: Codable, Equatable {
    let id: String
    let nombre: String
    let estado: EstadoProductor
    let email: String?
    let telefono: String?
    let direccion: String?
    let documentoIdentidad: String?
    let totalLotes: Int?
  }

  struct ProductorRequest: Codable, Equatable {
    let nombre: String
    let email: String?
    let telefono: String?
    let direccion: String?
    let documentoIdentidad: String?
  }

  struct ProductoresResponse: Codable, Equatable {
    let productores: [Productor]
    let total: Int
  }

  struct Bloque: Codable, Equatable {
    struct Contenido: Codable, Equatable {
      let tipo: String
      let descripcion: String
      let metadata: [String: String]?
    }

    let id: String
    let hash: String
    let previousHash: String
    let loteId: String
    let timestamp: Date
    let data: Contenido
  }

  struct BloquesResponse: Codable, Equatable {
    let bloques: [Bloque]
    let total: Int
  }

  /// Details are decoded as text, so one that is a number would lose the client the whole body.
  struct ErrorBody: Codable, Equatable {
    struct Contenido: Codable, Equatable {
      let code: String
      let message: String
      let details: [String: String]?
    }

    let error: Contenido
  }
}
