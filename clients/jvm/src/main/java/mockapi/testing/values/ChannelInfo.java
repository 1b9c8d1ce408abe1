// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** A channel of a custom API. */
public final class ChannelInfo extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public ChannelInfo(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code api}} */
    public @NotNull String getApi() { return text("api"); }

    /** {@return as in the AsyncAPI document} */
    public @NotNull String getName() { return text("name"); }

    /** {@return {@code listeners}} */
    public long getListeners() { return number("listeners"); }
}
