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
    public IssuedToken(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return {@code access} or {@code refresh}} */
    public @NotNull String getKind() {
        return text("kind");
    }

    /** {@return the API's short name} */
    public @NotNull String getApi() {
        return text("api");
    }

    /** {@return whose it is} */
    public @NotNull String getAccount() {
        return text("account");
    }

    /** {@return the account's e-mail address} */
    public @Nullable String getEmail() {
        return textOrNull("email");
    }

    /** {@return the session that it belongs to} */
    public @NotNull String getSession() {
        return text("session");
    }

    /** {@return when it was given out} */
    public @Nullable Instant getIssuedAt() {
        return timeOrNull("issuedAt");
    }

    /** {@return when it ends} */
    public @NotNull Instant getExpiresAt() {
        return time("expiresAt");
    }

    /** {@return {@code valid}, {@code expired}, {@code signedOut} or {@code spent}} */
    public @NotNull String getState() {
        return text("state");
    }
}
