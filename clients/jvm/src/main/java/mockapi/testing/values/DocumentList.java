package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** The documents of a server. */
public final class DocumentList extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public DocumentList(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the documents of its APIs} */
    public @NotNull List<Document> getDocuments() {
        return values("documents", Document::new);
    }

    /** {@return the path of the document of the sockets} */
    public @NotNull String getSockets() {
        return text("sockets");
    }

    /** The document of one API. */
    public static final class Document extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Document(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the API's short name} */
        public @NotNull String getName() {
            return text("name");
        }

        /** {@return the API's name for people} */
        public @NotNull String getTitle() {
            return text("title");
        }

        /** {@return the path of the document as JSON} */
        public @NotNull String getUrl() {
            return text("url");
        }

        /** {@return the path of the document as it is written} */
        public @NotNull String getYaml() {
            return text("yaml");
        }
    }
}
