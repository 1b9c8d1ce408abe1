package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** What the server knows of an access token. */
public final class TokenInfo extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public TokenInfo(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return whether it is good} */
    public boolean isValid() {
        return flag("valid");
    }

    /** {@return why it is no good} */
    public @Nullable String getReason() {
        return textOrNull("reason");
    }

    /** {@return the world that it names, when it is another one} */
    public @Nullable String getWorld() {
        return textOrNull("world");
    }

    /** {@return the API that it was issued by} */
    public @Nullable String getApi() {
        return textOrNull("api");
    }

    /** {@return the account that it was issued to} */
    public @Nullable String getAccount() {
        return textOrNull("account");
    }

    /** {@return the session that it belongs to} */
    public @Nullable String getSession() {
        return textOrNull("session");
    }

    /** {@return when it expires, by the world's clock} */
    public @Nullable Instant getExpiresAt() {
        return timeOrNull("expiresAt");
    }

    /** {@return seconds until then, negative when it has expired} */
    public @Nullable Long getExpiresIn() {
        return numberOrNull("expiresIn");
    }

    /** {@return what it says} */
    public @Nullable Map<String, Object> getClaims() {
        return objectOrNull("claims");
    }
}
