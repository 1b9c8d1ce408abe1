// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** What made a message come. */
public final class MessageTrigger extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public MessageTrigger(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code kind}} */
    public @NotNull String getKind() { return text("kind"); }

    /** {@return such as {@code orders/11} and {@code message.send}} */
    public @Nullable String getOf() { return textOrNull("of"); }
}
