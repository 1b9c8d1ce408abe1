package mockapi.testing;

import mockapi.testing.values.RateLimit;
import org.jetbrains.annotations.NotNull;

/** Rate limits: seen, changed, used up, forgotten. */
public final class RateLimits extends RateLimitsCalls {
    RateLimits(ControlPlane plane) { super(plane); }

    /**
     * Removes the limits of an API.
     * @param api the API's short name
     * @return the limits as they are now
     */
    public @NotNull RateLimit turnOff(@NotNull String api) { return set(api, true, null, null); }
}
