// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** An API that the server serves. */
public final class Api extends Value {
    public Api(@NotNull Map<String, Object> json) { super(json); }
    /** {@return the API's short name} */
    public @NotNull String getName() { return text("name"); }
    public @NotNull String getTitle() { return text("title"); }
    /** {@return what the paths of its routes begin with} */
    public @NotNull String getBasePath() { return text("basePath"); }
    /** {@return where its document is} */
    public @NotNull String getDocument() { return text("document"); }
    /** {@return who can sign in, a name and a password each} */
    public @NotNull List<String> getAccounts() { return texts("accounts"); }
}
