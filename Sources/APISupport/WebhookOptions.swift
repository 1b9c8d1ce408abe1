import Options
import World

/// Where custom APIs send webhooks and callbacks.
package struct WebhookOptions: APIOptions {
  /// Hosts besides this machine's: a name, `*.example.com` or `*`.
  package var allowedHosts: [String] = []
  /// Addresses that get all webhooks of an API, each as `NAME=URL`.
  package var destinations: [String] = []

  /// The defaults.
  package init() {}

  package static let declarations: [OptionDeclaration<APIOptionValues>] = [
    OptionDeclaration(
      "webhook", \.webhooks.destinations,
      .list({ $0.contains("=") && $0.contains("://") ? $0 : nil }, text: { $0 }),
      "An address that gets an API's webhooks: shop=http://localhost:8080/hooks."),
    OptionDeclaration(
      "allow-webhook-host", \.webhooks.allowedHosts, .list({ $0.isEmpty ? nil : $0 }, text: { $0 }),
      "Hosts besides this machine that may get webhooks: a name, `*.example.com` or `*`; separate several with commas."),
  ]
}

extension APIOptionValues {
  /// Where webhooks go.
  package var webhooks: WebhookOptions {
    get { self[WebhookOptions.self] }
    set { self[WebhookOptions.self] = newValue }
  }
}
