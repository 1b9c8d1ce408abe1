import Foundation

/// The models of Interspace's document (CONTRACT §6.2), as its client decodes them: what is not optional here must be
/// in every answer. In a namespace, since the documents of other APIs use the same names.
package enum InterspaceModels {
  package struct User: Codable, Equatable {
    package let id: String
    package let email: String
    package let profiles: [Profile]
    package let settings: Settings
    package let createdAt: Date
    package let updatedAt: Date
  }

  package struct Profile: Codable, Equatable {
    package let id: String
    package let username: String
    package let displayName: String
    package let bio: String?
    package let avatar: String?
    package let isDefault: Bool
    package let socialAccounts: [SocialAccount]
    package let settings: Settings
  }

  /// The document names UserSettings and ProfileSettings without defining them; all three keys are always there.
  package struct Settings: Codable, Equatable {
    package let notifications: Bool
    package let theme: String
    package let privacy: String

    package init(notifications: Bool, theme: String, privacy: String) {
      (self.notifications, self.theme, self.privacy) = (notifications, theme, privacy)
    }
  }

  package struct Wallet: Codable, Equatable {
    package let id: String
    package let address: String
    package let type: String
    package let isPrimary: Bool
    /// Amounts are text.
    package let balance: [String: String]?
    package let chain: String
  }

  package struct SocialAccount: Codable, Equatable {
    package let id: String
    package let platform: String
    package let username: String
    package let profileUrl: String?
    package let verified: Bool
    package let connectedAt: Date
  }

  package struct ConnectedApp: Codable, Equatable {
    package let id: String
    package let name: String
    package let icon: String
    package let permissions: [String]
    package let connectedAt: Date
  }

  package struct LoginResponse: Codable, Equatable {
    package let accessToken: String
    package let refreshToken: String
    package let account: User
  }

  package struct RefreshResponse: Codable, Equatable {
    package let accessToken: String
    package let refreshToken: String
  }

  package struct Pagination: Codable, Equatable {
    package let page: Int
    package let limit: Int
    package let total: Int
    package let totalPages: Int
    package let hasNext: Bool
    package let hasPrev: Bool
  }

  package struct ProfileList: Codable, Equatable {
    package let profiles: [Profile]
    package let pagination: Pagination
  }

  package struct WalletList: Codable, Equatable {
    package let wallets: [Wallet]
    package let pagination: Pagination
  }

  package struct SocialAccountList: Codable, Equatable {
    package let accounts: [SocialAccount]
    package let pagination: Pagination
  }

  package struct AppList: Codable, Equatable {
    package let apps: [ConnectedApp]
    package let pagination: Pagination
  }

  /// Details are decoded as text, so one that is a number would lose the client the whole body.
  package struct ErrorBody: Codable, Equatable {
    package struct Content: Codable, Equatable {
      package let code: String
      package let message: String
      package let details: [String: String]?
    }

    package let error: Content
  }
}
