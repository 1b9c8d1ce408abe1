// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A token that was given out or shown lately, without the token itself. */
public final class IssuedToken extends Value {
    public IssuedToken(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getKind() { return text("kind"); }
    public @NotNull String getApi() { return text("api"); }
    public @NotNull String getAccount() { return text("account"); }
    public @Nullable String getEmail() { return textOrNull("email"); }
    public @NotNull String getSession() { return text("session"); }
    public @Nullable Instant getIssuedAt() { return timeOrNull("issuedAt"); }
    public @NotNull Instant getExpiresAt() { return time("expiresAt"); }
    public @NotNull String getState() { return text("state"); }
}
