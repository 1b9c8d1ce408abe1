// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The health of the server. {@code full} when the last change could not be stored. */
public final class Health extends Value {
    public Health(@NotNull Map<String, Object> json) { super(json); }
    /** {@return {@code full} when the last change could not be stored} */
    public @NotNull String getStatus() { return text("status"); }
    /** {@return what to do about it} */
    public @Nullable String getMessage() { return textOrNull("message"); }
    public @NotNull String getVersion() { return text("version"); }
    /** {@return real time} */
    public long getUptimeSeconds() { return number("uptimeSeconds"); }
    /** {@return their number} */
    public int getWorlds() { return integer("worlds"); }
    /** {@return the world of the request} */
    public @NotNull String getWorld() { return text("world"); }
    /** {@return the server's name among several behind a load balancer} */
    public @Nullable String getNode() { return textOrNull("node"); }
    /** {@return the connection to the broker of {@code --stomp-relay}} */
    public @Nullable StompRelay getStompRelay() { return valueOrNull("stompRelay", StompRelay::new); }
}
