// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A token that was given out or shown lately, without the token itself. */
public final class IssuedToken extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public IssuedToken(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code kind}} */
    public @NotNull String getKind() { return text("kind"); }

    /** {@return {@code api}} */
    public @NotNull String getApi() { return text("api"); }

    /** {@return {@code account}} */
    public @NotNull String getAccount() { return text("account"); }

    /** {@return {@code email}} */
    public @Nullable String getEmail() { return textOrNull("email"); }

    /** {@return {@code session}} */
    public @NotNull String getSession() { return text("session"); }

    /** {@return {@code issuedAt}} */
    public @Nullable Instant getIssuedAt() { return timeOrNull("issuedAt"); }

    /** {@return {@code expiresAt}} */
    public @NotNull Instant getExpiresAt() { return time("expiresAt"); }

    /** {@return {@code state}} */
    public @NotNull String getState() { return text("state"); }
}
