// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.util.List;
import mockapi.testing.values.RateLimit;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.rateLimits}. */
abstract class RateLimitsCalls extends Part {
    RateLimitsCalls(ControlPlane plane) { super(plane); }
    /** List the rate limits of every API. */
    public @NotNull List<RateLimit> list() {
        return call("listRateLimits", "GET", "/_mock/rate-limits").list("rateLimits", RateLimit::new);
    }
    /** Look at the rate limits of an API. */
    public @NotNull RateLimit get(@NotNull String api) {
        return call("getRateLimit", "GET", "/_mock/rate-limits/{api}", api).value(RateLimit::new);
    }
    /** Change the rate limits of an API, or remove them. */
    public @NotNull RateLimit set(@NotNull String api) { return set(api, null, null, null); }
    /**
     * Change the rate limits of an API, or remove them.
     * @param off True for no limits at all; null for none
     */
    public @NotNull RateLimit set(
        @NotNull String api, @Nullable Boolean off, @Nullable Integer authenticated, @Nullable Integer anonymous) {
        return call("setRateLimit", "PUT", "/_mock/rate-limits/{api}", api)
            .body(Json.object("off", off, "authenticated", authenticated, "anonymous", anonymous))
            .value(RateLimit::new);
    }
    /** Use up the requests of an account or address. */
    public @NotNull RateLimit exhaust(@NotNull String api) { return exhaust(api, null, null); }
    /** Use up the requests of an account or address. */
    public @NotNull RateLimit exhaust(@NotNull String api, @Nullable String account, @Nullable String address) {
        return call("exhaustRateLimit", "POST", "/_mock/rate-limits/{api}/exhaust", api)
            .body(Json.object("account", account, "address", address))
            .value(RateLimit::new);
    }
    /** Forget the requests of an account or address, or of all. */
    public @NotNull RateLimit reset(@NotNull String api) { return reset(api, null, null); }
    /** Forget the requests of an account or address, or of all. */
    public @NotNull RateLimit reset(@NotNull String api, @Nullable String account, @Nullable String address) {
        return call("resetRateLimit", "POST", "/_mock/rate-limits/{api}/reset", api)
            .body(Json.object("account", account, "address", address))
            .value(RateLimit::new);
    }
}
