// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** Where the documents are. */
public final class DocumentList extends Value {
    public DocumentList(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull List<Document> getDocuments() { return values("documents", Document::new); }
    /** {@return where the document of the sockets is} */
    public @NotNull String getSockets() { return text("sockets"); }
    /** {@code documents} of {@code DocumentList}. */
    public static final class Document extends Value {
        public Document(@NotNull Map<String, Object> json) { super(json); }
        /** {@return the API's short name} */
        public @NotNull String getName() { return text("name"); }
        public @NotNull String getTitle() { return text("title"); }
        /** {@return where it is as JSON} */
        public @NotNull String getUrl() { return text("url"); }
        /** {@return where it is as it is written} */
        public @NotNull String getYaml() { return text("yaml"); }
    }
}
