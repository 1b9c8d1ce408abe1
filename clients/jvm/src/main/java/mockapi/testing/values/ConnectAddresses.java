package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The addresses by which devices reach the server. */
public final class ConnectAddresses extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public ConnectAddresses(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return whether other machines reach the server} */
    public boolean isLan() {
        return flag("lan");
    }

    /** {@return the address of the page for a phone in the network} */
    public @Nullable String getPage() {
        return textOrNull("page");
    }

    /** {@return base URLs for devices in the network, the likeliest first} */
    public @NotNull List<Url> getUrls() {
        return values("urls", Url::new);
    }

    /** {@return by the machine's name in the network} */
    public @Nullable Place getName() {
        return valueOrNull("name", Place::new);
    }

    /** {@return for programs on the machine itself} */
    public @Nullable Place getLocal() {
        return valueOrNull("local", Place::new);
    }

    /** {@return for the Android emulator} */
    public @Nullable Place getEmulator() {
        return valueOrNull("emulator", Place::new);
    }

    /** {@return commands that give an Android device on a cable the server as its own localhost} */
    public @NotNull List<String> getAdb() {
        return texts("adb");
    }

    /** {@return the TLS port, where there is one} */
    public @Nullable Tls getTls() {
        return valueOrNull("tls", Tls::new);
    }

    /** One way to the server. */
    public static final class Place extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Place(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the base URL} */
        public @NotNull String getUrl() {
            return text("url");
        }

        /** {@return the base URL with TLS} */
        public @Nullable String getTlsUrl() {
            return textOrNull("tlsUrl");
        }
    }

    /** A base URL for devices in the network. */
    public static final class Url extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Url(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the base URL} */
        public @NotNull String getUrl() {
            return text("url");
        }

        /** {@return the base URL with TLS} */
        public @Nullable String getTlsUrl() {
            return textOrNull("tlsUrl");
        }

        /** {@return the address in it} */
        public @NotNull String getHost() {
            return text("host");
        }

        /** {@return the name of the network interface} */
        public @NotNull String getInterface() {
            return text("interface");
        }

        /** {@return {@code network}, {@code tunnel} or {@code bridge}} */
        public @NotNull String getKind() {
            return text("kind");
        }
    }

    /** The TLS port. */
    public static final class Tls extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Tls(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return its number} */
        public int getPort() {
            return integer("port");
        }

        /** {@return where the certificate of its own authority is; null when it has none} */
        public @Nullable Authority getAuthority() {
            return valueOrNull("authority", Authority::new);
        }
    }

    /** Paths of the certificate of the server's own authority. */
    public static final class Authority extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Authority(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return as PEM} */
        public @NotNull String getPem() {
            return text("pem");
        }

        /** {@return as DER} */
        public @NotNull String getDer() {
            return text("der");
        }

        /** {@return as a configuration profile} */
        public @NotNull String getMobileconfig() {
            return text("mobileconfig");
        }
    }
}
