// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A message that a test sent. */
public final class PushedEvent extends Value {
    public PushedEvent(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getApi() { return text("api"); }
    public @NotNull String getChannel() { return text("channel"); }
    public @NotNull String getMessage() { return text("message"); }
    public @Nullable Object getPayload() { return any("payload"); }
    /** {@return the clients that got it} */
    public long getListeners() { return number("listeners"); }
    /** {@return how the payload leaves its schema, a sentence each} */
    public @NotNull List<String> getViolations() { return texts("violations"); }
    /** {@return whether it waits until a test releases the channel} */
    public boolean isHeld() { return flag("held"); }
}
