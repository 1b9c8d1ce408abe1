// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** What made a message come. */
public final class MessageTrigger extends Value {
    public MessageTrigger(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getKind() { return text("kind"); }
    /** {@return such as {@code orders/11} and {@code message.send}} */
    public @Nullable String getOf() { return textOrNull("of"); }
}
