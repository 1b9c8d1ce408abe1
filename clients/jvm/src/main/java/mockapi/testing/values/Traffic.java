// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** The traffic of a socket in one direction. */
public final class Traffic extends Value {
    public Traffic(@NotNull Map<String, Object> json) { super(json); }
    public long getMessages() { return number("messages"); }
    public long getBytes() { return number("bytes"); }
}
