/// The models that a client generator or a person would write from the documents, none of whose members is optional.
enum JSONPlaceholderModels {
  struct User: Codable, Equatable {
    struct Address: Codable, Equatable {
      struct Geo: Codable, Equatable {
        let lat: String
        let lng: String
      }
      let street: String
      let suite: String
      let city: String
      let zipcode: String
      let geo: Geo
    }
    struct Company: Codable, Equatable {
      let name: String
      let catchPhrase: String
      let bs: String
    }
    let id: Int
    let name: String
    let username: String
    let email: String
    let address: Address
    let phone: String
    let website: String
    let company: Company
  }

  struct Post: Codable, Equatable {
    let userId: Int
    let id: Int
    let title: String
    let body: String
  }

  struct Comment: Codable, Equatable {
    let postId: Int
    let id: Int
    let name: String
    let email: String
    let body: String
  }

  struct Album: Codable, Equatable {
    let userId: Int
    let id: Int
    let title: String
  }

  struct Photo: Codable, Equatable {
    let albumId: Int
    let id: Int
    let title: String
    let url: String
    let thumbnailUrl: String
  }

  struct Todo: Codable, Equatable {
    let userId: Int
    let id: Int
    let title: String
    let completed: Bool
  }

  /// What `/db` answers.
  struct Database: Codable {
    let users: [User]
    let posts: [Post]
    let comments: [Comment]
    let albums: [Album]
    let photos: [Photo]
    let todos: [Todo]
  }
}
