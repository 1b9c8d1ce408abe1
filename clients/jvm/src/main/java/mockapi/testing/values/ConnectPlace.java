// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** {@code name} of {@code ConnectAddresses}. */
public final class ConnectPlace extends Value {
    public ConnectPlace(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getUrl() { return text("url"); }
    public @Nullable String getTlsUrl() { return textOrNull("tlsUrl"); }
}
