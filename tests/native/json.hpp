// Reads the JSON of the vector files: objects, arrays, strings without escapes, whole numbers,
// null. Anything else throws.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace json {

struct Value;
using Array = std::vector<Value>;
using Object = std::map<std::string, Value, std::less<>>;

struct Value {
    std::variant<std::monostate, long, std::string, Array, Object> data;

    bool null() const { return std::holds_alternative<std::monostate>(data); }
    long number() const { return std::get<long>(data); }
    const std::string& text() const { return std::get<std::string>(data); }
    const Array& items() const { return std::get<Array>(data); }
    bool has(std::string_view key) const { return std::get<Object>(data).contains(key); }
    const Value& operator[](std::string_view key) const {
        const auto& object = std::get<Object>(data);
        const auto found = object.find(key);
        if (found == object.end()) throw std::runtime_error("no key " + std::string(key));
        return found->second;
    }
};

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    Value value() {
        switch (peek()) {
            case '{': return {object()};
            case '[': return {array()};
            case '"': return {string()};
            case 'n': take("null"); return {};
            default: return {number()};
        }
    }

private:
    std::string_view text_;

    char peek() {
        while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\n')) text_.remove_prefix(1);
        if (text_.empty()) throw std::runtime_error("JSON ends too early");
        return text_[0];
    }
    void take(std::string_view word) {
        peek();
        if (!text_.starts_with(word)) throw std::runtime_error("JSON: no " + std::string(word));
        text_.remove_prefix(word.size());
    }
    bool took(std::string_view word) {
        peek();
        if (!text_.starts_with(word)) return false;
        text_.remove_prefix(word.size());
        return true;
    }
    std::string string() {
        take("\"");
        const auto end = text_.find('"');
        std::string result(text_.substr(0, end));
        if (result.find('\\') != std::string::npos) throw std::runtime_error("JSON: an escape");
        text_.remove_prefix(end + 1);
        return result;
    }
    long number() {
        const auto end = text_.find_first_not_of("-0123456789");
        const long result = std::stol(std::string(text_.substr(0, end)));
        text_.remove_prefix(end == std::string_view::npos ? text_.size() : end);
        return result;
    }
    Array array() {
        Array result;
        take("[");
        if (took("]")) return result;
        do result.push_back(value());
        while (took(","));
        take("]");
        return result;
    }
    Object object() {
        Object result;
        take("{");
        if (took("}")) return result;
        do {
            std::string key = (peek(), string());
            take(":");
            result.emplace(std::move(key), value());
        } while (took(","));
        take("}");
        return result;
    }
};

}  // namespace json
