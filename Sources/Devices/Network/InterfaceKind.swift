/// What is behind a network interface, as far as its name tells. The cases stand in the order of how likely a phone is
/// there.
package enum InterfaceKind: String, Sendable, CaseIterable {
  /// A network that phones may be in: Ethernet, Wi-Fi, or one that the name does not give away.
  case network
  /// A tunnel to elsewhere, such as a VPN: a phone is seldom in it.
  case tunnel
  /// A bridge to containers or virtual machines of this machine.
  case bridge

  /// The beginnings of names on Linux and macOS.
  private static let tunnels = ["utun", "tun", "wg", "tailscale", "zt", "ppp", "ipsec", "gif", "stf"]
  private static let bridges = [
    "docker", "br-", "veth", "virbr", "bridge", "vmnet", "vmenet", "vboxnet", "vnet", "tap", "lxc", "lxd", "incus",
    "podman", "cni", "flannel", "cali", "kube", "feth",
  ]

  /// The kind of an interface of this name, such as `docker0`.
  package init(interface: String) {
    if Self.tunnels.contains(where: interface.hasPrefix) {
      self = .tunnel
    } else if Self.bridges.contains(where: interface.hasPrefix) {
      self = .bridge
    } else {
      self = .network
    }
  }
}
