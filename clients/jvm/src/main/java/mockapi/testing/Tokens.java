// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import mockapi.testing.values.IssuedToken;
import mockapi.testing.values.Token;
import mockapi.testing.values.TokenInfo;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.tokens}. */
public final class Tokens extends Part {
    Tokens(ControlPlane plane) { super(plane); }
    /** List the tokens that were given out or shown lately. */
    public @NotNull List<IssuedToken> list() {
        return call("listTokens", "GET", "/_mock/tokens").list("tokens", IssuedToken::new);
    }
    /** Make tokens for an account. */
    public @NotNull Token mint(@NotNull String api, @NotNull String account) {
        return mint(api, account, null, null, null);
    }
    /**
     * Make tokens for an account.
     * @param api The API: agrobridge, interspace, invernaderos, or a custom API with accounts
     * @param account The account's id, as the tokens of the API name it, or the name or e-mail address that it signs
     * in with
     * @param session The session that the tokens belong to. By default a new session; null for none
     * @param expiresIn Seconds, negative for a token that has already expired. By default as in the API; null for
     * none
     * @param claims More claims; null for none
     */
    public @NotNull Token mint(
        @NotNull String api, @NotNull String account, @Nullable String session, @Nullable Duration expiresIn,
        @Nullable Map<String, ?> claims) {
        return call("mintToken", "POST", "/_mock/tokens")
            .body(Json.object(
                "api", api,
                "account", account,
                "session", session,
                "expiresIn", Durations.seconds(expiresIn),
                "claims", claims))
            .value(Token::new);
    }
    /** End a session. */
    public void endSession(@NotNull String session) {
        call("endSession", "DELETE", "/_mock/sessions/{session}", session).done();
    }
    /** Make all tokens invalid. */
    public void invalidate() { call("invalidateTokens", "POST", "/_mock/tokens/invalidate").done(); }
    /** Look into an access token. */
    public @NotNull TokenInfo inspect(@NotNull String token) {
        return call("inspectToken", "POST", "/_mock/tokens/inspect")
            .body(Json.object("token", token))
            .value(TokenInfo::new);
    }
}
