// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The limit of an API: requests in a window with a token and without one, null for no limit. */
public final class RateLimit extends Value {
    public RateLimit(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getApi() { return text("api"); }
    public int getWindowSeconds() { return integer("windowSeconds"); }
    /** {@return requests in a window with a token; null for no limits} */
    public @Nullable Integer getAuthenticated() { return integerOrNull("authenticated"); }
    /** {@return requests in a window without a token; null for no limits} */
    public @Nullable Integer getAnonymous() { return integerOrNull("anonymous"); }
    /** {@return the clients with requests in this window, at most 1000 of them} */
    public @NotNull List<Client> getClients() { return values("clients", Client::new); }
    /** {@code clients} of {@code RateLimit}. */
    public static final class Client extends Value {
        public Client(@NotNull Map<String, Object> json) { super(json); }
        public @Nullable String getAccount() { return textOrNull("account"); }
        public @Nullable String getAddress() { return textOrNull("address"); }
        public long getRequests() { return number("requests"); }
        public long getResetInSeconds() { return number("resetInSeconds"); }
    }
}
