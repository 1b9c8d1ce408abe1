import Foundation

/// The models of Interspace's document (CONTRACT §6.2), as its client decodes them: what is not optional here must be
/// in every answer. In a namespace, since the documents of other APIs use the same names.
enum Inter {
  struct User: Codable, Equatable {
    let id: String
    let email: String
    let profiles: [Profile]
    let settings: Settings
    let createdAt: Date
    let updatedAt: Date
  }

  struct Profile: Codable, Equatable {
    let id: String
    let username: String
    let displayName: String
    let bio: String?
    let avatar: String?
    let isDefault: Bool
    let socialAccounts: [SocialAccount]
    let settings: Settings
  }

  /// The document names UserSettings and ProfileSettings without defining them; all three keys are always there.
  struct Settings: Codable, Equatable {
    let notifications: Bool
    let theme: String
    let privacy: String
  }

  struct Wallet: Codable, Equatable {
    let id: String
    let address: String
    let type: String
    let isPrimary: Bool
    /// Amounts are text.
    let balance: [String: String]?
    let chain: String
  }

  struct SocialAccount: Codable, Equatable {
    let id: String
    let platform: String
    let username: String
    let profileUrl: String?
    let verified: Bool
    let connectedAt: Date
  }

  struct ConnectedApp: Codable, Equatable {
    let id: String
    let name: String
    let icon: String
    let permissions: [String]
    let connectedAt: Date
  }

  struct LoginAnswer: Codable, Equatable {
    let accessToken: String
    let refreshToken: String
    let account: User
  }

  struct RefreshAnswer: Codable, Equatable {
    let accessToken: String
    let refreshToken: String
  }

  struct Pagination: Codable, Equatable {
    let page: Int
    let limit: Int
    let total: Int
    let totalPages: Int
    let hasNext: Bool
    let hasPrev: Bool
  }

  struct ProfileList: Codable, Equatable {
    let profiles: [Profile]
    let pagination: Pagination
  }

  struct WalletList: Codable, Equatable {
    let wallets: [Wallet]
    let pagination: Pagination
  }

  struct SocialAccountList: Codable, Equatable {
    let accounts: [SocialAccount]
    let pagination: Pagination
  }

  struct AppList: Codable, Equatable {
    let apps: [ConnectedApp]
    let pagination: Pagination
  }

  /// Details are decoded as text, so one that is a number would lose the client the whole body.
  struct ErrorBody: Codable, Equatable {
    struct Content: Codable, Equatable {
      let code: String
      let message: String
      let details: [String: String]?
    }

    let error: Content
  }
}
