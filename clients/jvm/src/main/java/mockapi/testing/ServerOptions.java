package mockapi.testing;

import java.io.File;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jetbrains.annotations.NotNull;

/** What a server of the kit's own serves beside the built-in APIs. Tests with equal options share a server. */
public final class ServerOptions {
    private final List<String> arguments = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private String config;

    /** Makes options of a server with the built-in APIs. */
    public ServerOptions() {
    }

    /**
     * Serves an API of its documents. A relative path is looked for in the working directory, then in {@code
     * src/test/resources}.
     * @param name the name of the API
     * @param files an OpenAPI document, and an AsyncAPI document beside it
     */
    public @NotNull ServerOptions apis(@NotNull String name, @NotNull String... files) {
        names.add(name);
        return named("--api", name, files);
    }

    /**
     * Corrects the documents of an API with OpenAPI Overlays.
     * @param name the name of the API
     * @param files the overlays
     */
    public @NotNull ServerOptions overlay(@NotNull String name, @NotNull String... files) {
        return named("--overlay", name, files);
    }

    /**
     * Begins with records of one's own.
     * @param name the name of the API
     * @param folder the folder with a file for each resource
     */
    public @NotNull ServerOptions data(@NotNull String name, @NotNull String folder) {
        return named("--data", name, folder);
    }

    /**
     * Says whether custom APIs take tokens that they have not issued.
     * @param accounts {@code lenient} or {@code strict}
     */
    public @NotNull ServerOptions accounts(@NotNull String accounts) { return arguments("--accounts", accounts); }

    /**
     * Takes a configuration file. Without it there is none: the app's {@code mock-api.yaml} is for its developers.
     * @param file the file
     */
    public @NotNull ServerOptions config(@NotNull String file) {
        config = located(file);
        return this;
    }

    /**
     * Adds options of {@code mock-api serve}.
     * @param options such as {@code "--rate-limit", "off"}
     */
    public @NotNull ServerOptions arguments(@NotNull String... options) {
        arguments.addAll(List.of(options));
        return this;
    }

    /** Adds files from {@code name=file}, as annotations have them. */
    ServerOptions pairs(String option, String[] pairs) {
        for (String pair : pairs) {
            int sign = pair.indexOf('=');
            if (sign < 1) {
                throw new IllegalArgumentException("\"" + pair + "\" is not of the form name=file");
            }
            if (option.equals("--api")) {
                names.add(pair.substring(0, sign));
            }
            named(option, pair.substring(0, sign), pair.substring(sign + 1));
        }
        return this;
    }

    List<String> commandLine() { return arguments; }

    Set<String> names() { return names; }

    String config() { return config; }

    @Override
    public boolean equals(Object other) {
        return other instanceof ServerOptions && key().equals(((ServerOptions) other).key());
    }

    @Override
    public int hashCode() { return key().hashCode(); }

    private List<Object> key() { return List.of(arguments, String.valueOf(config)); }

    private ServerOptions named(String option, String name, String... files) {
        for (String file : files) {
            arguments(option, name + "=" + located(file));
        }
        return this;
    }

    private static String located(String path) {
        File file = new File(path);
        File resource = new File("src/test/resources", path);
        return (file.exists() || !resource.exists() ? file : resource).getAbsolutePath();
    }
}
