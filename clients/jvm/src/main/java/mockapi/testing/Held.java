package mockapi.testing;

import mockapi.testing.values.HeldExchange;
import org.jetbrains.annotations.NotNull;

/** An exchange that is held. */
public final class Held {
    private final Holds holds;
    private final HeldExchange exchange;

    Held(Holds holds, HeldExchange exchange) {
        this.holds = holds;
        this.exchange = exchange;
    }

    /** {@return its id, method, path, account and device} */
    public @NotNull HeldExchange getExchange() { return exchange; }

    /**
     * Lets the exchange go on as it is.
     * @throws CallRefusedException if it is not held any more
     */
    public void release() { holds.release(exchange.getId()); }

    /**
     * Lets the exchange go on with another response.
     * @param answer a patch of the response, or another one
     * @throws CallRefusedException if it is not held any more
     */
    public void release(@NotNull Answer answer) { holds.releaseWith(exchange.getId(), answer.fault()); }

    /** Resets the connection instead of a response. */
    public void abort() { holds.release(exchange.getId(), Fault.reset()); }
}
