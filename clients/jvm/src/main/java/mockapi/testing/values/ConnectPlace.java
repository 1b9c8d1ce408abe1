// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** {@code name} of {@code ConnectAddresses}. */
public final class ConnectPlace extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public ConnectPlace(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code url}} */
    public @NotNull String getUrl() { return text("url"); }

    /** {@return {@code tlsUrl}} */
    public @Nullable String getTlsUrl() { return textOrNull("tlsUrl"); }
}
