// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import mockapi.testing.values.BrokerInfo;
import org.jetbrains.annotations.NotNull;

/** The calls of {@code world.broker}. */
public final class Broker extends Part {
    Broker(ControlPlane plane) { super(plane); }
    /** Look at the message broker. */
    public @NotNull BrokerInfo get() { return call("getBroker", "GET", "/_mock/broker").value(BrokerInfo::new); }
}
