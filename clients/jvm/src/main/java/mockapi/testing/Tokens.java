package mockapi.testing;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import mockapi.testing.values.IssuedToken;
import mockapi.testing.values.Token;
import mockapi.testing.values.TokenInfo;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** Tokens made to measure, looked into, and taken back. */
public final class Tokens {
    private final ControlPlane plane;

    Tokens(ControlPlane plane) {
        this.plane = plane;
    }

    /**
     * Makes tokens for an account, without a sign-in.
     *
     * @param api the API's short name, such as {@code agrobridge}
     * @param account the account's id, as the API's tokens name it
     * @return an access and a refresh token
     */
    public @NotNull Token mint(@NotNull String api, @NotNull String account) {
        return mint(api, account, null, null, null);
    }

    /**
     * Makes tokens that live for a time of one's choice.
     *
     * @param api the API's short name
     * @param account the account's id
     * @param expiresIn the access token's life, negative for one that has expired already; null for the API's own
     * @return an access and a refresh token
     */
    public @NotNull Token mint(@NotNull String api, @NotNull String account, @Nullable Duration expiresIn) {
        return mint(api, account, expiresIn, null, null);
    }

    /**
     * Makes tokens with all that can be chosen.
     *
     * @param api the API's short name
     * @param account the account's id
     * @param expiresIn the access token's life, negative for one that has expired already; null for the API's own
     * @param session the session that they belong to; null for a new one
     * @param claims more claims; null for none
     * @return an access and a refresh token
     */
    public @NotNull Token mint(
        @NotNull String api, @NotNull String account, @Nullable Duration expiresIn, @Nullable String session,
        @Nullable Map<String, ?> claims) {
        Map<String, Object> wish = Json.object("api", api, "account", account,
            "expiresIn", expiresIn == null ? null : expiresIn.getSeconds(), "session", session, "claims", claims);
        return plane.call("mintToken", "POST", "/_mock/tokens").body(wish).value(Token::new);
    }

    /**
     * Looks into an access token.
     *
     * @param token the token
     * @return whose it is, and whether it is good
     */
    public @NotNull TokenInfo inspect(@NotNull String token) {
        return plane.call("inspectToken", "POST", "/_mock/tokens/inspect").body(Json.object("token", token))
            .value(TokenInfo::new);
    }

    /** {@return those that were given out or shown lately: whose they are and until when, not what they are} */
    public @NotNull List<IssuedToken> list() {
        return plane.call("listTokens", "GET", "/_mock/tokens").list("tokens", IssuedToken::new);
    }

    /**
     * Ends a session, as by signing out.
     *
     * @param session the session
     */
    public void endSession(@NotNull String session) {
        plane.call("endSession", "DELETE", "/_mock/sessions/{session}", session).done();
    }

    /** Makes all tokens of the world invalid. */
    public void invalidateAll() {
        plane.call("invalidateTokens", "POST", "/_mock/tokens/invalidate").done();
    }
}
