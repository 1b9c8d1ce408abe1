// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** A token that was made. */
public final class Token extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Token(@NotNull Map<String, Object> json) { super(json); }

    /** {@return the access token} */
    public @NotNull String getToken() { return text("token"); }

    /** {@return {@code refreshToken}} */
    public @NotNull String getRefreshToken() { return text("refreshToken"); }

    /** {@return {@code api}} */
    public @NotNull String getApi() { return text("api"); }

    /** {@return {@code account}} */
    public @NotNull String getAccount() { return text("account"); }

    /** {@return {@code session}} */
    public @NotNull String getSession() { return text("session"); }

    /** {@return when the access token expires} */
    public @NotNull Instant getExpiresAt() { return time("expiresAt"); }

    /** {@return the headers with which a request shows the access token} */
    public @NotNull Map<String, String> getHeaders() { return textsByName("headers"); }
}
