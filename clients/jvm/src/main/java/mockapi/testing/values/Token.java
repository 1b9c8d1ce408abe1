package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** Tokens that were made for an account. */
public final class Token extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Token(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the access token} */
    public @NotNull String getToken() {
        return text("token");
    }

    /** {@return the refresh token} */
    public @NotNull String getRefreshToken() {
        return text("refreshToken");
    }

    /** {@return the API's short name} */
    public @NotNull String getApi() {
        return text("api");
    }

    /** {@return the account} */
    public @NotNull String getAccount() {
        return text("account");
    }

    /** {@return the session that they belong to} */
    public @NotNull String getSession() {
        return text("session");
    }

    /** {@return when the access token expires, by the world's clock} */
    public @NotNull Instant getExpiresAt() {
        return time("expiresAt");
    }
}
