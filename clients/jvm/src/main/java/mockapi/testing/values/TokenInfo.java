// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The claims of a token, and why it is refused. */
public final class TokenInfo extends Value {
    public TokenInfo(@NotNull Map<String, Object> json) { super(json); }
    public boolean isValid() { return flag("valid"); }
    /** {@return why it is not valid} */
    public @Nullable String getReason() { return textOrNull("reason"); }
    /** {@return the world that it belongs to, when that is another world} */
    public @Nullable String getWorld() { return textOrNull("world"); }
    public @Nullable String getApi() { return textOrNull("api"); }
    public @Nullable String getAccount() { return textOrNull("account"); }
    public @Nullable String getSession() { return textOrNull("session"); }
    public @Nullable Instant getExpiresAt() { return timeOrNull("expiresAt"); }
    /** {@return seconds} */
    public @Nullable Long getExpiresIn() { return numberOrNull("expiresIn"); }
    public @Nullable Map<String, Object> getClaims() { return objectOrNull("claims"); }
}
