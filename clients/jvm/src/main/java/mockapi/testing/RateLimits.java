package mockapi.testing;

import java.util.List;
import java.util.Map;
import mockapi.testing.values.RateLimit;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** Rate limits: seen, changed, used up, forgotten. */
public final class RateLimits {
    private final ControlPlane plane;

    RateLimits(ControlPlane plane) {
        this.plane = plane;
    }

    /** {@return the limits of every API} */
    public @NotNull List<RateLimit> list() {
        return plane.call("listRateLimits", "GET", "/_mock/rate-limits").list("rateLimits", RateLimit::new);
    }

    /**
     * Looks at the limits of an API.
     *
     * @param api the API's short name
     * @return its limits
     */
    public @NotNull RateLimit get(@NotNull String api) {
        return plane.call("getRateLimit", "GET", "/_mock/rate-limits/{api}", api).value(RateLimit::new);
    }

    /**
     * Changes the limits of an API.
     *
     * @param api the API's short name
     * @param authenticated requests a minute for an account, from 1
     * @param anonymous requests a minute for an address, from 1
     * @return the limits as they are now
     */
    public @NotNull RateLimit set(@NotNull String api, int authenticated, int anonymous) {
        return set(api, Json.object("authenticated", authenticated, "anonymous", anonymous));
    }

    /**
     * Removes the limits of an API.
     *
     * @param api the API's short name
     * @return the limits as they are now
     */
    public @NotNull RateLimit turnOff(@NotNull String api) {
        return set(api, Json.object("off", true));
    }

    private RateLimit set(String api, Map<String, Object> wish) {
        return plane.call("setRateLimit", "PUT", "/_mock/rate-limits/{api}", api).body(wish).value(RateLimit::new);
    }

    /**
     * Uses up the requests of an account.
     *
     * @param api the API's short name
     * @param account the account's id
     * @return the limits as they are now
     */
    public @NotNull RateLimit exhaustAccount(@NotNull String api, @NotNull String account) {
        return exhaust(api, Json.object("account", account));
    }

    /**
     * Uses up the requests of an address, which count where there is no token.
     *
     * @param api the API's short name
     * @param address such as {@code 127.0.0.1}
     * @return the limits as they are now
     */
    public @NotNull RateLimit exhaustAddress(@NotNull String api, @NotNull String address) {
        return exhaust(api, Json.object("address", address));
    }

    private RateLimit exhaust(String api, Map<String, Object> client) {
        return plane.call("exhaustRateLimit", "POST", "/_mock/rate-limits/{api}/exhaust", api).body(client)
            .value(RateLimit::new);
    }

    /**
     * Forgets the requests of everybody.
     *
     * @param api the API's short name
     * @return the limits as they are now
     */
    public @NotNull RateLimit reset(@NotNull String api) {
        return reset(api, null, null);
    }

    /**
     * Forgets the requests of an account or address.
     *
     * @param api the API's short name
     * @param account the account's id; null for none
     * @param address the address; null for none
     * @return the limits as they are now
     */
    public @NotNull RateLimit reset(@NotNull String api, @Nullable String account, @Nullable String address) {
        return plane.call("resetRateLimit", "POST", "/_mock/rate-limits/{api}/reset", api)
            .body(Json.object("account", account, "address", address)).value(RateLimit::new);
    }
}
