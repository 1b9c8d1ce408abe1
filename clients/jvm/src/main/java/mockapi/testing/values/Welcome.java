// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** The server, its APIs and its options. */
public final class Welcome extends Value {
    public Welcome(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getName() { return text("name"); }
    public @NotNull String getVersion() { return text("version"); }
    public @NotNull List<Api> getApis() { return values("apis", Api::new); }
    /** {@return paths to go on from, by what is there} */
    public @NotNull Map<String, String> getLinks() { return textsByName("links"); }
}
