// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The claims of a token, and why it is refused. */
public final class TokenInfo extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public TokenInfo(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code valid}} */
    public boolean isValid() { return flag("valid"); }

    /** {@return why it is not valid} */
    public @Nullable String getReason() { return textOrNull("reason"); }

    /** {@return the world that it belongs to, when that is another world} */
    public @Nullable String getWorld() { return textOrNull("world"); }

    /** {@return {@code api}} */
    public @Nullable String getApi() { return textOrNull("api"); }

    /** {@return {@code account}} */
    public @Nullable String getAccount() { return textOrNull("account"); }

    /** {@return {@code session}} */
    public @Nullable String getSession() { return textOrNull("session"); }

    /** {@return {@code expiresAt}} */
    public @Nullable Instant getExpiresAt() { return timeOrNull("expiresAt"); }

    /** {@return seconds} */
    public @Nullable Long getExpiresIn() { return numberOrNull("expiresIn"); }

    /** {@return {@code claims}} */
    public @Nullable Map<String, Object> getClaims() { return objectOrNull("claims"); }
}
