// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The connection to the broker of {@code --stomp-relay}. */
public final class StompRelay extends Value {
    public StompRelay(@NotNull Map<String, Object> json) { super(json); }
    /** {@return host and port of the broker} */
    public @NotNull String getAddress() { return text("address"); }
    /** {@return whether the server's own connection is open} */
    public boolean isConnected() { return flag("connected"); }
    /** {@return why it is not} */
    public @Nullable String getMessage() { return textOrNull("message"); }
}
