// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** By which addresses devices and emulators reach the server. */
public final class ConnectAddresses extends Value {
    public ConnectAddresses(@NotNull Map<String, Object> json) { super(json); }
    /** {@return whether other machines reach the server} */
    public boolean isLan() { return flag("lan"); }
    /** {@return the address of the page for a phone in the network} */
    public @Nullable String getPage() { return textOrNull("page"); }
    /** {@return base URLs for devices in the network, the likeliest first} */
    public @NotNull List<Url> getUrls() { return values("urls", Url::new); }
    /** {@return by the machine's name in the network} */
    public @Nullable ConnectPlace getName() { return valueOrNull("name", ConnectPlace::new); }
    /** {@return for programs on the machine itself} */
    public @Nullable ConnectPlace getLocal() { return valueOrNull("local", ConnectPlace::new); }
    /** {@return for the Android emulator} */
    public @Nullable ConnectPlace getEmulator() { return valueOrNull("emulator", ConnectPlace::new); }
    /** {@return commands that give an Android device on a cable the server as its own localhost} */
    public @NotNull List<String> getAdb() { return texts("adb"); }
    public @Nullable Tls getTls() { return valueOrNull("tls", Tls::new); }
    /** {@code urls} of {@code ConnectAddresses}. */
    public static final class Url extends Value {
        public Url(@NotNull Map<String, Object> json) { super(json); }
        public @NotNull String getUrl() { return text("url"); }
        public @Nullable String getTlsUrl() { return textOrNull("tlsUrl"); }
        /** {@return the address in it} */
        public @NotNull String getHost() { return text("host"); }
        public @NotNull String getInterface() { return text("interface"); }
        public @NotNull String getKind() { return text("kind"); }
    }
    /** {@code tls} of {@code ConnectAddresses}. */
    public static final class Tls extends Value {
        public Tls(@NotNull Map<String, Object> json) { super(json); }
        public int getPort() { return integer("port"); }
        /** {@return where the certificate of the server's own authority is; null when it has none} */
        public @Nullable Authority getAuthority() { return valueOrNull("authority", Authority::new); }
        /** Where the certificate of the server's own authority is; null when it has none. */
        public static final class Authority extends Value {
            public Authority(@NotNull Map<String, Object> json) { super(json); }
            public @NotNull String getPem() { return text("pem"); }
            public @NotNull String getDer() { return text("der"); }
            public @NotNull String getMobileconfig() { return text("mobileconfig"); }
        }
    }
}
