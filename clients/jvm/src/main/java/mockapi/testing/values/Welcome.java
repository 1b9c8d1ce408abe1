package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** What a server says of itself. */
public final class Welcome extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Welcome(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return always {@code mock-api}} */
    public @NotNull String getName() {
        return text("name");
    }

    /** {@return the server's version} */
    public @NotNull String getVersion() {
        return text("version");
    }

    /** {@return the APIs that it serves} */
    public @NotNull List<Api> getApis() {
        return values("apis", Api::new);
    }

    /** {@return paths to go on from, by what is there} */
    public @NotNull Map<String, String> getLinks() {
        return textsByName("links");
    }

    /** An API that the server stands in for. */
    public static final class Api extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Api(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the short name} */
        public @NotNull String getName() {
            return text("name");
        }

        /** {@return the name for people} */
        public @NotNull String getTitle() {
            return text("title");
        }

        /** {@return what the paths of its routes begin with} */
        public @NotNull String getBasePath() {
            return text("basePath");
        }

        /** {@return the path of its document} */
        public @NotNull String getDocument() {
            return text("document");
        }

        /** {@return who can sign in, a name and a password each} */
        public @NotNull List<String> getAccounts() {
            return texts("accounts");
        }
    }
}
