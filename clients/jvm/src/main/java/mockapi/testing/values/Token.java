// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** A token that was made. */
public final class Token extends Value {
    public Token(@NotNull Map<String, Object> json) { super(json); }
    /** {@return the access token} */
    public @NotNull String getToken() { return text("token"); }
    public @NotNull String getRefreshToken() { return text("refreshToken"); }
    public @NotNull String getApi() { return text("api"); }
    public @NotNull String getAccount() { return text("account"); }
    public @NotNull String getSession() { return text("session"); }
    /** {@return when the access token expires} */
    public @NotNull Instant getExpiresAt() { return time("expiresAt"); }
    /** {@return the headers with which a request shows the access token} */
    public @NotNull Map<String, String> getHeaders() { return textsByName("headers"); }
}
