package mockapi.testing;

import mockapi.testing.values.BrokerInfo;
import org.jetbrains.annotations.NotNull;

/** The message broker of a world. */
public final class Broker {
    private final ControlPlane plane;

    Broker(ControlPlane plane) {
        this.plane = plane;
    }

    /** {@return its subscriptions and queues} */
    public @NotNull BrokerInfo get() {
        return plane.call("getBroker", "GET", "/_mock/broker").value(BrokerInfo::new);
    }
}
