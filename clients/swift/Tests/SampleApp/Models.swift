import Foundation

// Models of the APIs, as their documents have them.

/// A sign-in with an e-mail address.
public struct Credentials: Codable, Sendable {
  /// The address.
  public var email: String
  /// The password.
  public var password: String
  /// A sign-in.
  public init(email: String, password: String) {
    self.email = email
    self.password = password
  }
}

/// AgroBridge.
public enum AgroBridge {
  /// The account of the demo data.
  public static let demo = Credentials(email: "usuario@example.com", password: "password123")

  /// What a sign-in gives.
  public struct Session: Codable, Sendable {
    /// An account.
    public struct User: Codable, Sendable {
      /// Its id.
      public var id: String
      /// Its name.
      public var nombre: String
      /// Its address.
      public var email: String
      /// Its role.
      public var rol: String
    }

    /// The access token.
    public var token: String
    /// The refresh token.
    public var refreshToken: String
    /// The account.
    public var user: User
  }

  /// A plot to create.
  public struct NewLote: Codable, Sendable {
    /// Its name.
    public var nombre: String
    /// Where it is.
    public var ubicacion: String
    /// What grows there.
    public var tipoCultivo: String
    /// Its size.
    public var areaHectareas: Double
    /// A plot.
    public init(nombre: String, ubicacion: String, tipoCultivo: String, areaHectareas: Double) {
      self.nombre = nombre
      self.ubicacion = ubicacion
      self.tipoCultivo = tipoCultivo
      self.areaHectareas = areaHectareas
    }
  }

  /// A plot.
  public struct Lote: Codable, Sendable, Equatable {
    /// Its id.
    public var id: String
    /// Its name.
    public var nombre: String
    /// What grows there.
    public var tipoCultivo: String
    /// Its size.
    public var areaHectareas: Double
    /// `activo` or not.
    public var estado: String
  }

  /// A page of plots.
  public struct LotePage: Codable, Sendable {
    /// The plots.
    public var lotes: [Lote]
    /// How many there are.
    public var total: Int
  }

  /// An error.
  public struct Problem: Codable, Sendable {
    /// What it says.
    public struct Content: Codable, Sendable {
      /// The code.
      public var code: String
      /// The text.
      public var message: String
    }

    /// What it says.
    public var error: Content
  }
}

/// Interspace.
public enum Interspace {
  /// The account of the demo data.
  public static let demo = Credentials(email: "account@example.com", password: "secure_password")

  /// What a sign-in gives.
  public struct Session: Codable, Sendable {
    /// The access token.
    public var accessToken: String
    /// The refresh token.
    public var refreshToken: String
  }

  /// A refresh.
  public struct Refresh: Codable, Sendable {
    /// The refresh token.
    public var refreshToken: String
    /// A refresh.
    public init(refreshToken: String) { self.refreshToken = refreshToken }
  }

  /// A profile to create.
  public struct NewProfile: Codable, Sendable {
    /// Its name in links.
    public var username: String
    /// Its name for people.
    public var displayName: String
    /// A profile.
    public init(username: String, displayName: String) {
      self.username = username
      self.displayName = displayName
    }
  }

  /// A profile.
  public struct Profile: Codable, Sendable {
    /// Its id.
    public var id: String
    /// Its name in links.
    public var username: String
    /// Its name for people.
    public var displayName: String
    /// Whether it is the one to begin with.
    public var isDefault: Bool
  }

  /// A page of profiles.
  public struct ProfilePage: Codable, Sendable {
    /// The profiles.
    public var profiles: [Profile]
  }
}

/// Invernaderos.
public enum Invernaderos {
  /// A sign-in.
  public struct SignIn: Codable, Sendable {
    /// The name.
    public var username = "admin"
    /// The password.
    public var password = "password123"
    /// The account of the demo data.
    public init() {}
  }

  /// What a sign-in gives.
  public struct Session: Codable, Sendable {
    /// The access token.
    public var token: String
    /// The account.
    public var username: String
    /// What it may do.
    public var roles: [String]
  }

  /// Statistics of the sensors.
  public struct Summary: Codable, Sendable {
    /// A sensor.
    public struct Sensor: Codable, Sendable {
      /// Its greenhouse.
      public var greenhouseId: String
      /// Its id.
      public var sensorId: String
    }

    /// The sensors.
    public var sensors: [Sensor]
  }

  /// What the sensors of a greenhouse show.
  public struct Current: Codable, Sendable {
    /// A value.
    public struct Value: Codable, Sendable {
      /// The value.
      public var value: Double
      /// The unit.
      public var unit: String
    }

    /// The values, by sensor.
    public var sensors: [String: Value]
  }
}

/// JSONPlaceholder.
public enum JSONPlaceholder {
  /// A post.
  public struct Post: Codable, Sendable, Equatable {
    /// Its number; none before it is created.
    public var id: Int?
    /// Who wrote it.
    public var userId: Int
    /// Its title.
    public var title: String
    /// Its text.
    public var body: String
    /// A post to create.
    public init(userId: Int, title: String, body: String) {
      self.userId = userId
      self.title = title
      self.body = body
    }
  }
}

/// newsapi.
public enum News {
  /// An article.
  public struct Article: Codable, Sendable {
    /// Its title.
    public var title: String
    /// When it appeared, in ISO 8601.
    public var publishedAt: String
  }

  /// Articles.
  public struct Page: Codable, Sendable {
    /// `ok`.
    public var status: String
    /// How many there are.
    public var totalResults: Int
    /// The articles.
    public var articles: [Article]
  }

  /// An error.
  public struct Problem: Codable, Sendable {
    /// `error`.
    public var status: String
    /// The code.
    public var code: String
  }
}
