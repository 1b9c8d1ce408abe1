// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import mockapi.testing.values.Token;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of a world. */
abstract class WorldCalls extends Part {
    WorldCalls(ControlPlane plane) { super(plane); }
    /** Reset a world to its initial state. */
    public void reset() { call("reset", "POST", "/_mock/reset").done(); }
    /** Sign in to an API as one of its accounts, without a password. */
    public @NotNull Token signIn(@NotNull String api) { return signIn(api, null); }
    /**
     * Sign in to an API as one of its accounts, without a password.
     * @param api The API: agrobridge, interspace, invernaderos, or a custom API with accounts
     * @param account The account's id, or the name or e-mail address that it signs in with. By default the sample
     * account of a built-in API, and the first account of a custom API; null for none
     */
    public @NotNull Token signIn(@NotNull String api, @Nullable String account) {
        return call("signIn", "POST", "/_mock/sign-in")
            .body(Json.object("api", api, "account", account))
            .value(Token::new);
    }
}
