package mockapi.testing;

import org.jetbrains.annotations.NotNull;

/** Addresses of servers and worlds, written for those who use them. */
public final class Addresses {
    private Addresses() {
    }

    /**
     * The address as programs in the Android emulator must write it: {@code 10.0.2.2} in place of this machine's own
     * names.
     * @param url an address such as {@code http://localhost:3000/_w/checkout}
     * @return the address for the emulator, such as {@code http://10.0.2.2:3000/_w/checkout}
     */
    public static @NotNull String forEmulator(@NotNull String url) {
        return url.replaceFirst("(?i)^([a-z]+://)(localhost|127\\.0\\.0\\.1|\\[::1\\])(?=[:/]|$)", "$110.0.2.2");
    }

    /** The server's part of an address: no slash at the end, no world's prefix. */
    static String server(String url) {
        String plain = url.replaceFirst("/_w/[^/]*/*$", "").replaceFirst("/+$", "");
        if (!plain.matches("(?i)https?://[^/?#\\s]+")) {
            throw new IllegalArgumentException("\"" + url + "\" is no address of a server: it must be as"
                + " http://localhost:3000");
        }
        return plain;
    }

    /** The id in an address of a world, else null. */
    static String world(String url) {
        int prefix = url.indexOf("/_w/");
        return prefix < 0 ? null : url.substring(prefix + 4).replaceFirst("/.*", "");
    }

    static String webSocket(String url) { return url.replaceFirst("(?i)^http", "ws"); }
}
