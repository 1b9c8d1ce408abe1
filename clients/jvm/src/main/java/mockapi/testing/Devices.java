// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.util.List;
import mockapi.testing.values.Device;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.devices}. */
public final class Devices extends Part {
    Devices(ControlPlane plane) { super(plane); }
    /** List the devices that call the world. */
    public @NotNull List<Device> list() {
        return call("listDevices", "GET", "/_mock/devices").list("devices", Device::new);
    }
    /** Give a device a name, or take it away. */
    public @NotNull Device name(@NotNull String id) { return name(id, null); }
    /** Give a device a name, or take it away. */
    public @NotNull Device name(@NotNull String id, @Nullable String name) {
        return call("nameDevice", "PUT", "/_mock/devices/{id}", id).body(Json.object("name", name)).value(Device::new);
    }
}
