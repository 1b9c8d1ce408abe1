// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** The traffic of a socket in one direction. */
public final class Traffic extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Traffic(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code messages}} */
    public long getMessages() { return number("messages"); }

    /** {@return {@code bytes}} */
    public long getBytes() { return number("bytes"); }
}
